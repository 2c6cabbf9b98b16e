/** Permission IDs (wire/endpoints 6.1, wire/limits 1). */
import { z } from 'zod';

/** Built-in team permissions of all projects, which can't be changed. */
export const builtInPermissions = [
  { id: '$update_team', description: 'Update the team information' },
  { id: '$delete_team', description: 'Delete the team' },
  { id: '$read_members', description: 'Read and list the other members of the team' },
  { id: '$remove_members', description: 'Remove other members from the team' },
  { id: '$invite_members', description: 'Invite other users to the team' },
  { id: '$manage_api_keys', description: 'Create and manage API keys for the team' },
] as const;

export type BuiltInPermission = (typeof builtInPermissions)[number]['id'];

/** Returns whether a permission is defined by the service, so that it can't be changed. */
export function isBuiltIn(id: string): boolean {
  return id.startsWith('$');
}

/** Returns the service's description of a built-in permission. */
export function builtInDescription(id: string): string | undefined {
  return builtInPermissions.find((permission) => permission.id === id)?.description;
}

const builtInIds: readonly string[] = builtInPermissions.map(({ id }) => id);

const characters = { params: { sentence: 'Only lowercase letters, numbers, ":", "_" are allowed' } };

/** The ID of a custom permission. */
export const ownPermissionId = z.string().refine((text) => /^[a-z0-9_:]+$/.test(text), characters);

/** The ID of a custom or built-in permission: in paths, filters and containments. */
export const permissionId = z
  .string()
  .refine((text) => /^\$?[a-z0-9_:]+$/.test(text), characters)
  .refine((text) => !text.startsWith('$') || builtInIds.includes(text), {
    params: { line: `must be one of the following values: ${builtInIds.join(', ')}` },
  });
