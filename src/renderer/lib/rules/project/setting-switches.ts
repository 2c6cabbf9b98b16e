/** Switches of a project that decide what its users may do. */
export const settingSwitches = [
  'create_team_on_sign_up',
  'client_team_creation_enabled',
  'client_user_deletion_enabled',
  'allow_user_api_keys',
  'allow_team_api_keys',
] as const;
export type SettingSwitch = (typeof settingSwitches)[number];
