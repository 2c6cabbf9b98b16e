/** Store of the sandbox's own settings. */
import type { Store } from './database';

export function readSetting(store: Store, name: string): string | undefined {
  return store.one<{ value: string }>('SELECT value FROM settings WHERE name = ?', [name])?.value;
}

export function writeSetting(store: Store, name: string, value: string): void {
  store.run('INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value', [name, value]);
}
