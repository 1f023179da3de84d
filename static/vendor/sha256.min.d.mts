// Types for the type checker, of the part of js-sha256 that the site uses. No page loads this file.

export const sha256: {
  (message: Uint8Array): string;
  hmac: { arrayBuffer(key: Uint8Array, message: string): ArrayBuffer };
};
