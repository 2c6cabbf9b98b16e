/** The fields of a user that the overview edits, as the values of its form. */
import type { z } from 'zod';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import type { userUpdate } from '#contract/service/users.ts';

export interface UserValues {
  readonly [name: string]: string | boolean | null;
  readonly display_name: string;
  readonly profile_image_url: string | null;
  readonly primary_email: string;
  readonly primary_email_verified: boolean;
  readonly primary_email_auth_enabled: boolean;
  /** The ID of a team, or nothing. */
  readonly selected_team_id: string;
  readonly is_anonymous: boolean;
}

export type UserUpdate = z.input<typeof userUpdate>;

/** Returns the values of the form for a user. */
export function userValues(user: ServerUser): UserValues {
  return {
    display_name: user.display_name ?? '',
    profile_image_url: user.profile_image_url,
    primary_email: user.primary_email ?? '',
    primary_email_verified: user.primary_email_verified,
    primary_email_auth_enabled: user.primary_email_auth_enabled,
    selected_team_id: user.selected_team_id ?? '',
    is_anonymous: user.is_anonymous,
  };
}

/** Whether two emails are stored as the same one. */
export const isSameEmail = (one: string, other: string) => one.trim() === other.trim();

/**
 * Returns the changes to send. Without an email, its switches have no meaning (wire/endpoints 4.2). With another email, both are sent:
 * from 2.8.59 on it is a new address, which takes nothing from the old one (wire/corrections 2.8.86).
 */
export function userChanges(values: UserValues, stored: UserValues): UserUpdate {
  const email = values.primary_email.trim();
  const isSame = isSameEmail(email, stored.primary_email);
  const changed = <N extends keyof UserValues>(name: N) => values[name] !== stored[name];
  const sends = (name: 'primary_email_verified' | 'primary_email_auth_enabled') => email !== '' && (!isSame || changed(name));
  return {
    ...(changed('display_name') ? { display_name: values.display_name === '' ? null : values.display_name } : {}),
    ...(changed('profile_image_url') ? { profile_image_url: values.profile_image_url } : {}),
    ...(isSame ? {} : { primary_email: email === '' ? null : email }),
    ...(sends('primary_email_verified') ? { primary_email_verified: values.primary_email_verified } : {}),
    ...(sends('primary_email_auth_enabled') ? { primary_email_auth_enabled: values.primary_email_auth_enabled } : {}),
    ...(changed('selected_team_id') ? { selected_team_id: values.selected_team_id === '' ? null : values.selected_team_id } : {}),
    ...(changed('is_anonymous') && !values.is_anonymous ? { is_anonymous: false } : {}),
  };
}

/** Whether a user has all the values that were sent. Used after a lost response. */
export function hasValues(user: ServerUser, values: UserValues, stored: UserValues): boolean {
  return Object.keys(userChanges(values, userValues(user))).every((name) => !(name in userChanges(values, stored)));
}
