/** End-to-end specs that run on the browser host only, by their names, and why. All others run on both hosts. */
export const notOnElectron: Readonly<Record<string, string>> = {
  bridge: 'tabs, sockets and one-time links are the browser host’s own',
  'admin-impersonation': 'starts the browser host again by itself',
  'own-window': 'plays a window of Electron in a browser; tests/electron has real ones',
  'connections-sealed':
    'starts the browser host by itself, and downloads; tests/integration/electron-sealed.spec.ts covers the dialog of Electron',
  'first-run': 'starts the browser host again by itself',
  'admin-users': 'starts the browser host again by itself, and reads the clipboard',
  keychain: 'starts the browser host again by itself, with a keyring of its own',
  'clear-data': 'starts the browser host again by itself; tests/integration/electron-clear.spec.ts covers Electron',
  'lock-settings': 'starts the browser host again by itself, without a keychain',
  'view-state': 'starts the browser host again by itself',
  'sign-in-interrupted': 'starts the browser host again by itself',
  commands: 'windows of their own are tabs there',
  find: 'plays a window of Electron in a browser',
  about: 'reads the clipboard, and opens the report in a tab',
  secrets: 'looks at a page that outlives its host',
  'settings-policy': 'starts the browser host by itself, with the policy elsewhere',
  'settings-read-only': 'windows of their own are tabs there',
  'sign-in-secrets': 'looks at a page that outlives its host',
};
