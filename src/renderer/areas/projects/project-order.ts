/** Which projects of an account a list shows, and in which order. */
import type { JsonValue } from '#contract/service/models/fields.ts';
import type { AdminProject } from '#contract/service/models/project-models.ts';
import { projectName } from '#lib/rules/owner-projects.ts';
import { foldText } from '#lib/search.ts';

export const projectOrders = ['newest', 'oldest', 'name'] as const;
export type ProjectOrder = (typeof projectOrders)[number];

export function isProjectOrder(value: JsonValue): value is ProjectOrder {
  return projectOrders.some((one) => one === value);
}

type Ordered = Pick<AdminProject, 'display_name' | 'id' | 'created_at_millis'>;

/** Returns the projects in an order. Those that are equal in it stay as the service lists them. */
export function inOrder<P extends Ordered>(projects: readonly P[], order: ProjectOrder, locale?: string): readonly P[] {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  return projects.toSorted((one, other) => {
    if (order === 'name') return compare(projectName(one), projectName(other));
    const newer = other.created_at_millis - one.created_at_millis;
    return order === 'newest' ? newer : -newer;
  });
}

/** Returns the projects whose name or ID contains a text, in their order. */
export function findProjects<P extends Ordered>(projects: readonly P[], search: string): readonly P[] {
  const wanted = foldText(search);
  return projects.filter(({ id, display_name: name }) => foldText(name).includes(wanted) || foldText(id).includes(wanted));
}
