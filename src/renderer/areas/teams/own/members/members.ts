import type { ClientMemberProfile } from '#contract/service/models/team-models.ts';
import { foldText } from '#lib/search/fold-text.ts';

/** Returns the members whose name contains the query or whose ID it is, the account's own user first, others in the order of joining. */
export function findMembers(members: readonly ClientMemberProfile[], query: string, ownId: string | null): readonly ClientMemberProfile[] {
  const wanted = foldText(query);
  const found = members.filter(({ display_name: name, user_id: id }) => foldText(name ?? '').includes(wanted) || foldText(id) === wanted);
  const own = found.find(({ user_id: id }) => id === ownId);
  return own === undefined ? found : [own, ...found.filter((member) => member !== own)];
}
