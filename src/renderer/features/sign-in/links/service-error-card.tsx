import { useNavigate } from 'react-router';
import { errorText } from '../../../lib/error-text';
import { useMessages } from '../../../lib/use-messages';
import { paths } from '../../../routes';
import { Button } from '../../../ui/button';
import { Callout } from '../../../ui/callout';
import { failurePlace } from '../failure-place';
import { ProjectCard } from '../project-card';
import steps from '../steps.module.css';
import type { LinkCardProps } from './link-card';
import { useDecision } from './use-decision';

/** What the service's pages say when a way in failed in a browser: one sentence, and the way to try it again. */
export function ServiceErrorCard({ link, connection }: LinkCardProps) {
  const messages = useMessages();
  const { t } = messages;
  const navigate = useNavigate();
  const decision = useDecision({ link, connection });
  const { code = '', message = '' } = link.error ?? {};
  const report = { code: 'known-error', known: code, ...(message === '' ? {} : { text: message }) } as const;
  const place = failurePlace(report);
  const { title } = errorText(messages, report);
  const next = place.at === 'card' ? place.next : undefined;
  const again = async () => {
    await decision.accept();
    await navigate(paths.signIn(connection.id), { replace: true });
  };
  return (
    <ProjectCard connection={connection} title="link.error.title">
      {() => (
        <div className={steps.step}>
          <Callout tone="bad" title={link.error === null ? t('link.error.unsaid') : title}>
            {t(next ?? 'link.error.next')}
          </Callout>
          <Button variant="primary" className={steps.wide} busy={decision.busy} onClick={() => void again()}>
            {t('ui.sign-in')}
          </Button>
          <Button variant="plain" className={steps.wide} onClick={decision.dismiss}>
            {t('ui.close')}
          </Button>
        </div>
      )}
    </ProjectCard>
  );
}
