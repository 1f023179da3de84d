// How Node loads the site's scripts: as modules, though no package.json beside them says so, and
// afresh for each page that a test opens, with everything they import.

const SITE = new URL("../../static/", import.meta.url).href;

export async function resolve(specifier, context, next) {
  const found = await next(specifier, context);
  if (!found.url.startsWith(SITE)) return found;
  const url = new URL(found.url);
  const parent = new URL(context.parentURL);
  if (parent.href.startsWith(SITE)) url.search = parent.search;
  return { ...found, url: url.href, format: "module" };
}
