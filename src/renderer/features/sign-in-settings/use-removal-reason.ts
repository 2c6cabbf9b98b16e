import { type Removal, removalRefusal, removalRefusalText, type SignInSetup } from '../../lib/rules/sign-in-method-removal';
import { useMessages } from '../../lib/use-messages';

/** Returns a function that says why something can’t be removed; undefined where it can. */
export function useRemovalReason(setup: SignInSetup | undefined): (removal: Removal) => string | undefined {
  const messages = useMessages();
  return (removal) => {
    const refusal = removalRefusal(removal, setup);
    return refusal === null ? undefined : removalRefusalText(messages, refusal);
  };
}
