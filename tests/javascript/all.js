// Runs the tests of every module in one process, which is several times as fast as one for each.

import { readdir } from "node:fs/promises";

const here = new URL(".", import.meta.url);
for (const name of (await readdir(here)).sort()) {
  if (name.endsWith(".test.js")) await import(new URL(name, here).href);
}
