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
