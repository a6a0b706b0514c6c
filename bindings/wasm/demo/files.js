// The files that were dropped, those in folders too: a list of { path, file }, or { path, error } for what cannot be read.
export async function filesOf(transfer) {
  // All at once: the transfer is empty after the first wait.
  const dropped = Array.from(transfer.items, (item) => ({ entry: item.webkitGetAsEntry?.(), file: item.getAsFile() }));
  const found = [];
  for (const { entry, file } of dropped) {
    if (entry?.isDirectory) await walk(entry, found);
    else if (file) found.push({ path: file.name, file });
  }
  return found;
}

async function walk(entry, found) {
  const path = entry.fullPath.slice(1);
  try {
    if (entry.isFile) {
      found.push({ path, file: await new Promise((resolve, reject) => entry.file(resolve, reject)) });
      return;
    }
    const reader = entry.createReader();
    const children = [];
    // Some at a time, until there are none.
    for (let some; (some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject))).length; ) children.push(...some);
    children.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const child of children) await walk(child, found);
  } catch (error) {
    found.push({ path, error });
  }
}
