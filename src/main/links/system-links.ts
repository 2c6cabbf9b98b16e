/** Links that the system passes to the app: a closed set of verbs. Everything else is refused with a notice. */
import { linkVerbs } from '../callback/parse-link';
import type { Notices } from '../runtime/notices';
import type { PendingLinks } from './pending-links';
import { type SelfTest, selfTestVerb } from './self-test';

/** The verbs of `latchkey://` links, described in docs/links.md. */
export const deepLinkVerbs: readonly string[] = [...linkVerbs, selfTestVerb];

export interface SystemLinksDeps {
  readonly pendingLinks: Pick<PendingLinks, 'isKnown' | 'openFromSystem'>;
  readonly selfTest: Pick<SelfTest, 'receive'>;
  readonly notices: Pick<Notices, 'add'>;
}

/** Creates the function that takes a link from the system. It never throws. */
export function createSystemLinks({ pendingLinks, selfTest, notices }: SystemLinksDeps): (text: string) => void {
  return (text) => {
    const tested = selfTest.receive(text);
    if (tested?.isAwaited) return;
    if (tested === null && pendingLinks.isKnown(text)) pendingLinks.openFromSystem(text);
    else notices.add({ kind: 'link-refused' });
  };
}
