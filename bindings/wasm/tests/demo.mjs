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
  at("clear").click();
  if (at("list").children.length || !at("save").disabled) throw new Error("the demo: the list is not empty");
  frame.remove();
  return digests;
}
