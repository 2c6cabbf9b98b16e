/** Email categories and subscriptions to them (wire/newer 2.6). */
import type { EmailCategory } from '#contract/service/models/mail-models.ts';
import type { Store } from '../database/database';
import { declinedCategories } from '../stores/email-store';

/** The IDs are the service's and the same on every server. */
export interface Category {
  readonly id: string;
  readonly name: EmailCategory;
  readonly canDisable: boolean;
}

export const categories: readonly Category[] = [
  { id: '7bb82d33-2f54-4a3d-9d23-82739e0d66ef', name: 'Transactional', canDisable: false },
  { id: '4f6f8873-3d04-46bd-8bef-18338b1a1b4c', name: 'Marketing', canDisable: true },
];

export function findCategoryByName(name: string): Category | undefined {
  return categories.find((category) => category.name === name);
}

export function findCategory(id: string): Category | undefined {
  return categories.find((category) => category.id === id.toLowerCase());
}

export function isSubscribed(store: Store, user: number, { id }: Category): boolean {
  return !declinedCategories(store, user).includes(id);
}
