/** The formats beside a text by which programs know that it is a secret. */

const no = new Uint8Array(4);

const formats: Readonly<Partial<Record<NodeJS.Platform, Readonly<Record<string, Uint8Array<ArrayBuffer>>>>>> = {
  // Read by the clipboard history and the cloud clipboard. The last two are numbers: 0 for no.
  win32: { ExcludeClipboardContentFromMonitorProcessing: no, CanIncludeInClipboardHistory: no, CanUploadToCloudClipboard: no },
  // Conventions of clipboard managers (nspasteboard.org, KDE).
  darwin: { 'org.nspasteboard.ConcealedType': new Uint8Array(), 'org.nspasteboard.TransientType': new Uint8Array() },
  linux: { 'x-kde-passwordManagerHint': new TextEncoder().encode('secret') },
};

/** Returns the marks of a system, by the names that Electron's clipboard has for formats of the system. */
export function marksOf(platform: NodeJS.Platform): Readonly<Record<string, Uint8Array<ArrayBuffer>>> {
  return Object.fromEntries(
    Object.entries(formats[platform] ?? {}).map(([name, bytes]) => [`electron application/osclipboard;format="${name}"`, bytes]),
  );
}
