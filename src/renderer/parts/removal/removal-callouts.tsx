import { useConnection, useTopic } from '#data/topics.ts';
import type { UserOf } from '#data/users.ts';
import { formatNames } from '#lib/intl/format.ts';
import { userRisks } from '#lib/rules/removal.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Callout } from '#ui/feedback/callout.tsx';

/** What is easily overlooked about a removal. Empty if there is nothing. */
export function RiskCallout({ texts }: { texts: readonly string[] }) {
  const { t } = useMessages();
  if (texts.length === 0) return null;
  return (
    <Callout tone="warn" title={t('removal.risk.title')}>
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Callout>
  );
}

interface OwnUserCalloutProps {
  of: UserOf;
  /** Whether the change ends sessions, and so Latchkey’s access through an owner. */
  endsSessions?: boolean;
}

/** Warns a project admin who takes something from the user as whom they are signed in to Latchkey. Nothing for other users and for accounts. */
export function OwnUserCallout({ of, endsSessions = false }: OwnUserCalloutProps) {
  const { t, locale } = useMessages();
  const connection = useConnection(of.connectionId);
  const connections = useTopic('connections.list');
  const accounts = useTopic('accounts.list');
  if (connection === undefined || of.actor === 'account') return null;
  const texts = userRisks(of.userId, connection, connections, accounts).flatMap((risk) => {
    if (risk.kind === 'owner') return endsSessions ? [t('removal.risk.owner', { projects: formatNames(risk.projects, locale) })] : [];
    return [t(endsSessions ? 'users.sessions.revoke.self' : 'removal.risk.self')];
  });
  return <RiskCallout texts={texts} />;
}
