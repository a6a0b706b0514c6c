// Drops files on the page of demo/, as a user does, and holds what it shows and saves to the package's answers. The server keeps the
// files and the list, for `lanesum check`.
import { message } from "./answers.mjs";

/** The bytes of each. The last one is large enough for several workers; a name has what a list has to escape. */
export const files = { empty: 0, "b\\c (d) = e": 70_000, "two words": 8193, large: 20_000_000 };

async function until(body, what) {
  for (let tries = 0; tries < 600; tries++) {
    const value = body();
    if (value) return value;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`the demo: no ${what} within 30 seconds`);
}

/** A list that is dropped with its files, a digest to compare with, text, and very many files. */
async function checks(page, at, lanesum) {
  const drop = (entries) => {
    const transfer = new page.DataTransfer();
    for (const [name, content] of entries) transfer.items.add(new page.File([content], name));
    page.document.body.dispatchEvent(new page.DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: transfer }));
  };
  const verdicts = () => Array.from(at("list").children, (item) => item.querySelector(".verdict").textContent);
  const hex = (name, text) => lanesum.toHex(lanesum.digest(name, new TextEncoder().encode(text)));
  const hold = (found, expected, what) => {
    if (String(found) !== String(expected)) throw new Error(`the demo, ${what}: ${found} instead of ${expected}`);
  };
  const over = (files) => until(() => at("list").children.length === files && !at("save").disabled, `digests of ${files} files`);

  at("clear").click();
  const list = `${hex("sha256", "right")}  right\n${hex("sha256", "other")} *wrong\nSHA256 (gone) = ${hex("sha256", "")}\n`;
  drop([["right", "right"], ["wrong", "wrong"], ["SHA256SUMS", list]]);
  await over(3);
  hold(at("function").value, "sha256", "function of a list");
  hold(verdicts(), ["As listed in SHA256SUMS", "NOT as listed in SHA256SUMS", ""], "a list");
  if (!at("overall-text").textContent.includes("1 as listed, 1 NOT as listed, 1 listed and not here")) {
    throw new Error(`the demo, a list: ${at("overall-text").textContent}`);
  }

  // A list of b2sum tells by its name what it has.
  at("clear").click();
  drop([["right", "right"], ["B2SUMS", `${hex("blake2b", "right")}  right\n`]]);
  await over(2);
  hold([at("function").value, verdicts()[0]], ["blake2b", "As listed in B2SUMS"], "a list of b2sum");
  at("clear").click();
  drop([["right", "right"], ["x.b3", `${hex("blake3", "right")}  right\nBLAKE2s (x.b3) = ${hex("blake2s", "")}\n`]]);
  await over(2);
  hold(verdicts()[0], "As listed in x.b3", "a list of b3sum");
  at("function").value = "sha256";
  at("function").dispatchEvent(new page.Event("change"));

  at("clear").click();
  at("text").value = "grüße";
  at("hash-text").click();
  await over(1);
  hold(at("list").querySelector(".digest").textContent, hex("sha256", "grüße"), "text");
  const base64 = btoa(String.fromCharCode(...lanesum.digest("sha512", new TextEncoder().encode("grüße"))));
  for (const [expected, answer] of [
    [hex("sha256", "grüße").toUpperCase(), "text: same digest"],
    [`sha3-256:${hex("sha3-256", "grüße")}`, "text: same digest"],
    [`sha512-${base64}`, "text: same digest"],
    [hex("sha256", "x"), "No file here has this digest (SHA256)."],
    ["nonsense", "This is not a digest."],
  ]) {
    at("expected").value = expected;
    at("expected").dispatchEvent(new page.Event("input"));
    await until(() => at("compared").textContent === answer, `answer ${answer} (${at("compared").textContent}) to ${expected}`);
  }
  at("expected").value = "";

  at("clear").click();
  drop(Array.from({ length: 3000 }, (_, number) => [`file ${number}`, String(number)]));
  await over(3000);
  hold(at("list").children[2999].querySelector(".digest").textContent, hex(at("function").value, "2999"), "the last of 3,000 files");
  return 3004;
}

export async function drop(lanesum) {
  const frame = document.createElement("iframe");
  frame.src = "/package/demo/index.html";
  document.body.append(frame);
  await new Promise((done) => (frame.onload = done));
  const page = frame.contentWindow;
  const at = (id) => page.document.getElementById(id);
  await until(() => at("function").length, "list of functions");
  const transfer = new page.DataTransfer();
  for (const [name, bytes] of Object.entries(files)) transfer.items.add(new page.File([message(bytes)], name));
  page.document.body.dispatchEvent(new page.DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: transfer }));
  // What a click on "Save SUMS" downloads.
  let saved;
  page.URL.createObjectURL = (blob) => ((saved = blob), "#");
  let digests = 0;
  for (const name of ["kt128", "sha256", "shake256", "blake512"]) {
    at("function").value = name;
    at("function").dispatchEvent(new page.Event("change"));
    if (!at("save").disabled) throw new Error(`the demo, ${name}: the last function's list can still be saved`);
    await until(() => !at("save").disabled, `digests of ${name}`);
    const shown = Array.from(at("list").children, (item) => [item.querySelector(".name").textContent, item.querySelector(".digest").textContent]);
    const expected = Object.entries(files).map(([file, bytes]) => [file, lanesum.toHex(lanesum.digest(name, message(bytes)))]);
    if (String(shown) !== String(expected)) throw new Error(`the demo, ${name}: ${shown} instead of ${expected}`);
    if (at("overall-progress").value !== 1) throw new Error(`the demo, ${name}: the progress bar ends at ${at("overall-progress").value}`);
    at("save").click();
    await fetch(`/saved/${name}`, { method: "POST", body: await saved.text() });
    digests += shown.length;
  }
  digests += await checks(page, at, lanesum);
  at("clear").click();
  if (at("list").children.length || !at("save").disabled) throw new Error("the demo: the list is not empty");
  frame.remove();
  return digests;
}
