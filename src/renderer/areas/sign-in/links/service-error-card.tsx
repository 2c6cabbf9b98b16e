import type { ReactNode } from 'react';
import { errorText } from '#lib/errors/error-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey } from '#messages/translator.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { fromHere } from '#window/open-path.ts';
import { paths } from '#window/routes.ts';
import { AccountPageButton } from '../card/account-page-button';
import { failurePosition, needsSite } from '../card/failure-position';
import { ProjectCard } from '../card/project-card';
import steps from '../steps/steps.module.css';
import type { LinkCardProps } from './link-card';
import { useDecision } from './use-decision';

/** What the service reports of a sign-in, or of connecting a provider, that failed in a browser, and how to try it again. */
export function ServiceErrorCard({ link, connection }: LinkCardProps) {
  const messages = useMessages();
  const { t } = messages;
  const decision = useDecision({ link, connection });
  const { connects } = link;
  const report = reportOf(link);
  const offersSite = needsSite(report);
  const go = async (to: string, state?: object) => {
    const open = fromHere();
    await decision.accept();
    open(to, { replace: true, state });
  };
  const button = (label: MessageKey, isFirst: boolean, run: () => Promise<void>): ReactNode => (
    <Button variant={isFirst ? 'primary' : 'default'} className={steps.wide} busy={decision.busy} onClick={() => void run()}>
      {t(label)}
    </Button>
  );
  return (
    <ProjectCard connection={connection} title={connects ? 'link.error.connect.title' : 'link.error.title'}>
      {() => (
        <div className={steps.step}>
          <Callout tone="bad" title={link.error === null ? t('link.error.unsaid') : errorText(messages, report).title}>
            {t(nextOf(link))}
          </Callout>
          {offersSite && connects && <AccountPageButton variant="primary" className={steps.wide} connectionId={connection.id} />}
          {offersSite && !connects && button('sign-in.site', true, () => go(paths.signIn(connection.id), { site: true }))}
          {connects
            ? button('link.error.connect', !offersSite, () => go(paths.linkProvider(connection.id, paths.profile(connection.id))))
            : button('ui.sign-in', !offersSite, () => go(paths.signIn(connection.id)))}
          <Button variant="plain" className={steps.wide} onClick={decision.dismiss}>
            {t('ui.close')}
          </Button>
        </div>
      )}
    </ProjectCard>
  );
}

function reportOf({ error }: LinkCardProps['link']) {
  const { code = '', message = '' } = error ?? {};
  return { code: 'known-error', known: code, ...(message === '' ? {} : { text: message }) } as const;
}

function nextOf(link: LinkCardProps['link']): MessageKey {
  const report = reportOf(link);
  if (needsSite(report)) return link.connects ? 'link-provider.site.next' : 'sign-in.site.next';
  const place = failurePosition(report);
  if (place.at === 'card' && place.next !== undefined) return place.next;
  return link.connects ? 'link.error.connect.next' : 'link.error.next';
}
