/** The settings of a project that its screen edits, as the values of its form (wire/endpoints 7). */
import type { z } from 'zod';
import type { AdminProject, projectUpdate } from '#contract/service/models/project-models.ts';
import { type SettingSwitch, settingSwitches } from '#lib/rules/owner-projects.ts';

export type SettingsValues = { readonly display_name: string; readonly description: string } & { readonly [S in SettingSwitch]: boolean };

type SettingsUpdate = z.input<typeof projectUpdate>;

/** Returns the values of the form for a project. */
export function settingsValues({ display_name, description, config }: AdminProject): SettingsValues {
  const { create_team_on_sign_up, client_team_creation_enabled, client_user_deletion_enabled, allow_user_api_keys, allow_team_api_keys } =
    config;
  return {
    display_name,
    description,
    create_team_on_sign_up,
    client_team_creation_enabled,
    client_user_deletion_enabled,
    allow_user_api_keys,
    allow_team_api_keys,
  };
}

/** Returns the changes to send. */
export function settingsChanges(values: SettingsValues, stored: SettingsValues): SettingsUpdate {
  const name = values.display_name.trim();
  const switches = settingSwitches.filter((one) => values[one] !== stored[one]).map((one) => [one, values[one]] as const);
  return {
    ...(name === stored.display_name.trim() ? {} : { display_name: name }),
    ...(values.description === stored.description ? {} : { description: values.description }),
    ...(switches.length > 0 ? { config: Object.fromEntries(switches) } : {}),
  };
}

/** Whether a project has all the values that were sent. Used after a lost response. */
export function hasSettings(project: AdminProject, values: SettingsValues, stored: SettingsValues): boolean {
  const missing = settingsChanges(values, settingsValues(project));
  const sent = settingsChanges(values, stored);
  const isMissing = (name: 'display_name' | 'description') => name in missing && name in sent;
  return (
    !isMissing('display_name') &&
    !isMissing('description') &&
    !Object.keys(missing.config ?? {}).some((name) => name in (sent.config ?? {}))
  );
}
