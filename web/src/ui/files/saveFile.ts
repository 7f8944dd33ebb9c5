// SPDX-License-Identifier: AGPL-3.0-or-later

/** Long enough for the browser to have taken the file. */
const KEEP_MS = 60_000;

/** Has the browser keep a file under a name. Its bytes are the caller's and are not changed. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEEP_MS);
}
