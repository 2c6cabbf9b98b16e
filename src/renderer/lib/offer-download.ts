/** Offers a text as a file to download, in parts if it is long. The host or the browser asks where to save it, or has a folder for it. */
export function offerDownload(name: string, type: 'application/json' | 'text/plain' | 'text/csv', ...parts: readonly string[]): void {
  const url = URL.createObjectURL(new Blob([...parts], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
