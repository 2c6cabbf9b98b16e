import type { ScreenName } from '#window/routes.ts';
import { rowOf } from './screens';

/**
 * Whether a screen is hidden while impersonating, because it acts with the project's credentials, which would be confused with those of the
 * impersonated user.
 */
export function isHiddenScreen(screen: ScreenName | null): boolean {
  const access = rowOf(screen)?.access;
  return access !== undefined && access !== 'account';
}
