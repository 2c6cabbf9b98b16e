/** End-to-end specs that run on the browser host only, by their names, and why. All others run on both hosts. */
export const notOnElectron: Readonly<Record<string, string>> = {
  bridge: 'tabs, sockets and one-time links are the browser host’s own',
  'own-window': 'plays a window of Electron in a browser; tests/electron has real ones',
  'connection-form': 'a reload asks by the browser’s own dialog; Electron shows a message box',
  'first-run': 'starts the browser host again by itself',
  keychain: 'starts the browser host again by itself, with a keyring of its own',
  'view-state': 'starts the browser host again by itself',
  safety: 'starts the browser host again by itself',
  'account-keys': 'starts the browser host again by itself; tests/integration/electron-env-file.spec.ts covers the dialog of Electron',
  'sign-in-interrupted': 'starts the browser host again by itself',
  commands: 'windows of their own are tabs there',
  secrets: 'looks at a page that outlives its host',
  'sign-in-resend': 'answers for the program between it and the page, which only a socket lets it do',
  'sign-in-programs': 'confirms on a page; Electron shows a message box, which tests/integration/electron-confirm.spec.ts covers',
  'sign-in-secrets': 'looks at a page that outlives its host',
};
