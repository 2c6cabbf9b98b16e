/** Objects of teams and permissions, field for field as on the wire (wire/endpoints 0.4, 5, 6). */
import { z } from 'zod';
import { id, millis, shownOrAbsent, shownOrNull } from './fields';
import { serverUser } from './user-models';

const profileFields = { team_id: id, user_id: id, display_name: z.string().nullable(), profile_image_url: shownOrNull(z.string()) };

export const clientMemberProfile = z.object(profileFields);
export const serverMemberProfile = z.object({ ...profileFields, user: serverUser });

export const membership = z.object({ team_id: id, user_id: id });

export const invitation = z.object({
  id,
  team_id: id,
  expires_at_millis: millis,
  recipient_email: z.string(),
  /** From 2.8.69 on. */
  team_display_name: shownOrAbsent(z.string()),
});

export const invitationDetails = z.object({ team_id: id, team_display_name: z.string() });

export const teamGrant = z.object({ id: z.string(), user_id: id, team_id: id });
export const projectGrant = z.object({ id: z.string(), user_id: id });

export const permissionDefinition = z.object({
  id: z.string(),
  description: z.string().optional(),
  contained_permission_ids: z.array(z.string()),
});

export type ClientMemberProfile = z.output<typeof clientMemberProfile>;
export type ServerMemberProfile = z.output<typeof serverMemberProfile>;
export type Invitation = z.output<typeof invitation>;
export type PermissionDefinition = z.output<typeof permissionDefinition>;
