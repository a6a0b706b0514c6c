// The demo page of the npm package on the book's first page, if the package stands beside the book: see wasm.md.
const demo = document.getElementById("demo");
const page = "npm/demo/index.html";
if (demo && location.protocol !== "file:") {
    fetch(page, { method: "HEAD" }).then(({ ok }) => {
        if (!ok) return;
        const frame = document.createElement("iframe");
        Object.assign(frame, { src: page, title: "Hash files with lanesum", className: "demo" });
        demo.append(frame);
    });
}
