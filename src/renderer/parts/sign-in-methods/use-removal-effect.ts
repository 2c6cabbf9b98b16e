import type { UserOf } from '#data/users.ts';
import {
  type Removal,
  removalRefusal,
  removalRefusalText,
  removalWarningText,
  type SignInSetup,
} from '#lib/rules/sign-in-method-removal.ts';
import { useMessages } from '#lib/use-messages.ts';

/** What stands against a removal. */
export interface RemovalEffect {
  /** Why it isn’t possible: an account can’t remove its last sign-in method. */
  readonly blocked: string | undefined;
  /** What the user can’t do afterwards. A project admin is warned before a user’s last sign-in method is removed. */
  readonly warning: string | undefined;
}

/** Returns a function that says what stands against removing something. */
export function useRemovalEffect(actor: UserOf['actor'], setup: SignInSetup | undefined): (removal: Removal) => RemovalEffect {
  const messages = useMessages();
  return (removal) => {
    const refusal = removalRefusal(removal, setup);
    if (refusal === null) return { blocked: undefined, warning: undefined };
    if (actor === 'account') return { blocked: removalRefusalText(messages, refusal), warning: undefined };
    return { blocked: undefined, warning: removalWarningText(messages, refusal) };
  };
}
