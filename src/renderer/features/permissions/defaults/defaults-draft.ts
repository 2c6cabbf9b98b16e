/** The default permissions of a project as the value of a draft (wire/flows 17). */
import type { JsonValue } from '../../../../contract/service/models/fields';
import { fromIdSet, toIdSet } from '../../../blocks/permissions/id-set';

/** IDs that a new user gets: as creator of a team, as member of a team, and as user of the project. */
export interface DefaultIds {
  readonly creator: readonly string[];
  readonly member: readonly string[];
  readonly user: readonly string[];
}

type Ids = readonly { readonly id: string }[];

interface DefaultsConfig {
  readonly team_creator_default_permissions: Ids;
  readonly team_member_default_permissions: Ids;
  readonly user_default_permissions: Ids;
}

/** Returns the value of a draft. */
export function toDefaultsValue({ creator, member, user }: DefaultIds): JsonValue {
  return { creator: toIdSet(creator), member: toIdSet(member), user: toIdSet(user) };
}

/** Returns the value of a draft for what is stored. */
export function storedDefaultsValue(config: DefaultsConfig): JsonValue {
  return toDefaultsValue({
    creator: config.team_creator_default_permissions.map(({ id }) => id),
    member: config.team_member_default_permissions.map(({ id }) => id),
    user: config.user_default_permissions.map(({ id }) => id),
  });
}

/** Returns the IDs of a value: the reverse of `toDefaultsValue`. */
export function fromDefaultsValue(value: JsonValue): DefaultIds {
  const { creator, member, user } = value as { readonly creator: object; readonly member: object; readonly user: object };
  return { creator: fromIdSet(creator), member: fromIdSet(member), user: fromIdSet(user) };
}

/** Returns the part of a project update that stores IDs. */
export function toDefaultsUpdate({ creator, member, user }: DefaultIds) {
  const asItems = (ids: readonly string[]) => ids.map((id) => ({ id }));
  return {
    team_creator_default_permissions: asItems(creator),
    team_member_default_permissions: asItems(member),
    user_default_permissions: asItems(user),
  };
}
