import type { ContactChannel } from '#contract/service/models/user-models.ts';

/** What was asked for, and for which address. */
export type EmailRequest =
  | { readonly kind: 'add' }
  | { readonly kind: 'send' | 'verify' | 'remove'; readonly email: ContactChannel }
  /** `old` is the address that is primary now. */
  | { readonly kind: 'make-primary'; readonly email: ContactChannel; readonly old: ContactChannel };
