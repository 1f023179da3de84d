// What the pages give the site's scripts: the events of the live table and of htmx, and the
// vendored libraries, as far as the scripts use them.

interface DocumentEventMap {
  "live:sent": CustomEvent<{ seen: string | undefined }>;
  "live:overtaken": CustomEvent<{ older: HTMLElement }>;
  "live:swapping": CustomEvent<{ target: HTMLElement; next: HTMLElement }>;
  "live:swapped": CustomEvent<null>;
  "htmx:afterRequest": CustomEvent<{ successful: boolean; xhr: XMLHttpRequest }>;
  "htmx:beforeRequest": CustomEvent<{ xhr: XMLHttpRequest }>;
  "htmx:configRequest": CustomEvent<{ headers: Record<string, string> }>;
  "htmx:oobBeforeSwap": CustomEvent<{ target: HTMLElement; fragment: DocumentFragment }>;
  "htmx:responseError": CustomEvent<{ xhr: XMLHttpRequest }>;
  "htmx:wsBeforeMessage": CustomEvent<{ message: string }>;
  "htmx:wsClose": CustomEvent<{ event: { code: number } }>;
  "htmx:wsOpen": CustomEvent<{ socketWrapper: { sendImmediately(message: string): void } }>;
  "htmx:wsConfigSend": CustomEvent<{ parameters: Record<string, string>; triggeringEvent?: SubmitEvent }>;
}

declare namespace htmx {
  function ajax(
    method: string,
    path: string,
    context: { source?: Element; target: Element; swap: string },
  ): Promise<void>;
  function swap(target: Element, html: string, how: { swapStyle: string }): void;
  function trigger(target: Element | string, event: string): void;
  const config: { wsReconnectDelay(retries: number): number };
}

declare namespace Idiomorph {
  function morph(shown: Element, html: string, how: { morphStyle: string }): void;
  const defaults: { callbacks: { beforeNodeMorphed(shown: Node, next: Node): boolean } };
}
