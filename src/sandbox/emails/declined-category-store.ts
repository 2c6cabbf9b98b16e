/** Store of the email categories that users have unsubscribed from. */
import type { Store } from '../database/database';

export function declinedCategories(store: Store, user: number): string[] {
  return store.all<{ category: string }>('SELECT category FROM declined_mails WHERE user = ?', [user]).map(({ category }) => category);
}

export function setDeclined(store: Store, user: number, category: string, declined: boolean): void {
  const sql = declined
    ? 'INSERT OR IGNORE INTO declined_mails (user, category) VALUES (?, ?)'
    : 'DELETE FROM declined_mails WHERE user = ? AND category = ?';
  store.run(sql, [user, category]);
}
