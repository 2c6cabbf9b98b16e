/** The screens of this area, one row each, see `#window/screen-row.ts`. */
export const screens = {
  settings: {
    path: '/settings',
    section: null,
    title: 'shell.settings',
    load: () => import('./settings-screen').then((module) => module.SettingsScreen),
  },
} as const;
