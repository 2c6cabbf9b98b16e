/** Permissions that the service defines, which can't be changed (wire/endpoints 6.1). */
import { builtInPermissions } from '../../../contract/service/models/permission-ids';

/** Returns whether a permission is built in. */
export function isBuiltIn(id: string): boolean {
  return id.startsWith('$');
}

/** Returns the service's description of a built-in permission. */
export function builtInDescription(id: string): string | undefined {
  return builtInPermissions.find((permission) => permission.id === id)?.description;
}
