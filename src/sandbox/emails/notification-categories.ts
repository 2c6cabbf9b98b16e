/** Email categories and subscriptions to them (wire/newer 2.6). The IDs are the service's and the same on every server. */
import type { EmailCategory, NotificationPreference } from '../../contract/service/models/mail-models';
import type { Store } from '../database/database';
import { declinedCategories } from './declined-category-store';

interface Category {
  readonly id: string;
  readonly name: EmailCategory;
  readonly canDisable: boolean;
}

const categories: readonly Category[] = [
  { id: '7bb82d33-2f54-4a3d-9d23-82739e0d66ef', name: 'Transactional', canDisable: false },
  { id: '4f6f8873-3d04-46bd-8bef-18338b1a1b4c', name: 'Marketing', canDisable: true },
];

export function findCategoryByName(name: string): Category | undefined {
  return categories.find((category) => category.name === name);
}

export function findCategory(id: string): Category | undefined {
  return categories.find((category) => category.id === id.toLowerCase());
}

/** Returns a user's preference for each category. */
export function preferencesOf(store: Store, user: number): NotificationPreference[] {
  const declined = declinedCategories(store, user);
  return categories.map(({ id, name, canDisable }) => ({
    notification_category_id: id,
    notification_category_name: name,
    enabled: !declined.includes(id),
    can_disable: canDisable,
  }));
}

export function isSubscribed(store: Store, user: number, { id }: Category): boolean {
  return !declinedCategories(store, user).includes(id);
}
