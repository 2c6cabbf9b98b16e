import type { ErrorReport } from '#contract/errors.ts';

/**
 * Whether a failure may mean that API keys of this kind can no longer be managed: the project turned them off, or the account lost its
 * permission in the team. The service hides keys from such an account (wire/endpoints 8).
 */
export function mayBeKeyRefusal({ known, status, text }: Pick<ErrorReport, 'known' | 'status' | 'text'>): boolean {
  return known === 'API_KEY_NOT_FOUND' || (status === 400 && /API keys are not enabled/.test(text ?? ''));
}
