/** Links that a page opens in the system's browser. A page that was taken over could send data with them, so that unknown hosts are confirmed. */
import { shell, type WebContents } from 'electron';
import { isKnownLink } from '#contract/support/product-links.ts';
import { parseUrl } from '#contract/urls.ts';
import type { Translator } from '#messages/translator.ts';
import type { Clock, HostConfirmation, ShowConfirmation } from '../../../ports/ports';
import { outwardLink } from '../security';
import { callerOf } from '../windows/windows';

interface OutwardLinksDeps {
  /** The base URLs of all connections, and the trusted domains of their projects that are known without a request. */
  readonly knownSites: () => readonly string[];
  readonly translator: () => Translator;
  readonly confirm: ShowConfirmation;
  readonly clock: Pick<Clock, 'monotonic'>;
}

export interface OutwardLinks {
  /** Opens a link of a page, or asks first. Opens nothing before the app is ready. */
  open(text: string, contents: WebContents): void;
  follow(deps: OutwardLinksDeps): void;
}

/** Milliseconds without a question after one that was refused, so that a page can't wear the user down. */
const quietMillis = 30_000;
const maxShownLength = 500;

/** Creates the handler of links, which gets what it needs once the app runs. */
export function createOutwardLinks(): OutwardLinks {
  let deps: OutwardLinksDeps | null = null;
  let isAsking = false;
  let quietUntil = Number.NEGATIVE_INFINITY;

  const isConfirmed = async (link: string, contents: WebContents, { translator, confirm, clock }: OutwardLinksDeps) => {
    if (isAsking || clock.monotonic() < quietUntil) return false;
    isAsking = true;
    try {
      const isApproved = await confirm(confirmationOf(link, translator()), callerOf(contents), new AbortController().signal);
      if (!isApproved) quietUntil = clock.monotonic() + quietMillis;
      return isApproved;
    } finally {
      isAsking = false;
    }
  };
  const openLink = async (text: string, contents: WebContents) => {
    const link = outwardLink(text);
    if (link === null || deps === null) return;
    if (isKnownLink(link, deps.knownSites()) || (await isConfirmed(link, contents, deps))) await shell.openExternal(link);
  };

  return {
    open: (text, contents) => void openLink(text, contents).catch(() => undefined),
    follow(own) {
      deps = own;
    },
  };
}

function confirmationOf(link: string, { t }: Translator): HostConfirmation {
  const shown = link.length > maxShownLength ? `${link.slice(0, maxShownLength)}…` : link;
  return {
    title: t('host.open-link.title', { host: parseUrl(link)?.host ?? '' }),
    facts: [{ label: t('host.open-link.address'), value: shown }],
    consequences: [t('host.open-link.text')],
    confirmLabel: t('host.open-link.open'),
    cancelLabel: t('ui.cancel'),
  };
}
