import assert from "node:assert/strict";
import { test } from "node:test";
import { find, openPage } from "./page.js";

const PAGE = `
  <div id="composer" data-try-rule="Try this rule">
    <p id="sentence">You hold no 7. <a href="/rules/casino/#c4.5">Rule 4.5</a></p>
    <button class="action" aria-disabled="true">Build</button>
    <button class="action" id="do-drop">Trail</button>
  </div>`;

const links = () => Array.from(document.querySelectorAll("#sentence a"), (a) => a.getAttribute("href"));
const refused = () => find("[aria-disabled]");

test("a refusal offers the lesson about its rule, once", async () => {
  await openPage(PAGE, "try-rule");
  refused().click();
  refused().click();
  assert.deepEqual(links(), ["/rules/casino/#c4.5", "/learn/casino/rule/4.5/"]);
  assert.equal(find("#sentence").textContent, "You hold no 7. Rule 4.5 Try this rule");
});

test("a button that can be pressed offers nothing", async () => {
  await openPage(PAGE, "try-rule");
  find("#do-drop").click();
  assert.equal(links().length, 1);
});

test("a refusal without a rule, and a lesson, offer nothing", async () => {
  await openPage(PAGE.replace(/<a .*<\/a>/, ""), "try-rule");
  refused().click();
  assert.equal(links().length, 0);
  await openPage(PAGE.replace(/ data-try-rule="[^"]*"/, ""), "try-rule");
  refused().click();
  assert.equal(links().length, 1);
});

test("only the address of a clause leads to a lesson", async () => {
  const { module } = await openPage(PAGE, "try-rule");
  assert.equal(module.lessonAbout("/rules/triple_four/#c2"), "/learn/triple_four/rule/2/");
  assert.equal(module.lessonAbout("/rules/casino/"), null);
  assert.equal(module.lessonAbout(null), null);
});
