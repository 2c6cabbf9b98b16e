import { ChevronUp } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import type { Connection } from '#contract/bridge/connections.ts';
import { cx } from '#lib/class-names.ts';
import { hostOf } from '#lib/host-of.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Icon } from '#ui/data/icon.tsx';
import { Button } from '#ui/inputs/button.tsx';
import styles from './status-bar.module.css';
import { type StatusMessage, shownMessage } from './status-message';
import { useStatusMessages } from './use-status-messages';

/**
 * What the status bar at the bottom of the window contains: the most urgent message, and a list of all. The frame keeps its room while there
 * are none, so nothing moves when one arrives or is gone.
 */
export function StatusBar({ connection }: { connection: Connection | undefined }) {
  const messages = useStatusMessages(connection);
  const [heldKey, hold] = useState<string | null>(null);
  const shown = shownMessage(messages, heldKey);
  return (
    <div className={cx(styles.bar, shown?.tone && styles[`${shown.tone}Bar`])}>
      <div
        className={styles.message}
        role="status"
        onPointerMove={() => heldKey === null && shown !== undefined && hold(shown.key)}
        onPointerLeave={() => hold(null)}
        onPointerUp={() => hold(null)}
      >
        {shown && <StatusLine key={shown.key} message={shown} />}
      </div>
      {messages.length === 0 && connection !== undefined && <Service connection={connection} />}
      {messages.length > 0 && <AllMessages messages={messages} />}
    </div>
  );
}

/** Which service the window speaks with, while there is nothing to say. */
function Service({ connection: { kind, baseUrl, release } }: { connection: Connection }) {
  const { t } = useMessages();
  const host = hostOf(baseUrl);
  const text = kind === 'sandbox' ? 'shell.status.sandbox' : 'shell.status.service';
  return <footer className={styles.service}>{release === null ? host : t(text, { host, release })}</footer>;
}

/** A button that shows all messages, with their whole texts. */
function AllMessages({ messages }: { messages: readonly StatusMessage[] }) {
  const { t } = useMessages();
  const count = messages.length;
  const label = t('shell.status.all', { count });
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <Button size="sm" variant="plain" className={styles.all} aria-label={label}>
          {count > 1 && count}
          <Icon of={ChevronUp} size={15} />
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content side="top" align="end" sideOffset={8} collisionPadding={10} className={styles.panel} aria-label={label}>
          <ul>
            {messages.map((message) => (
              <li key={message.key} className={styles.row}>
                <StatusLine message={message} isWhole />
              </li>
            ))}
          </ul>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface StatusLineProps {
  message: StatusMessage;
  /** Whether its whole text is shown; otherwise what fits into two lines. */
  isWhole?: boolean;
}

/** A message with its icon and its buttons. */
function StatusLine({ message: { icon, tone, text, action }, isWhole = false }: StatusLineProps) {
  return (
    <div className={cx(styles.line, tone !== undefined && styles[tone])}>
      <Icon of={icon} size={15} />
      <p className={cx(styles.text, !isWhole && styles.clamped)}>{text}</p>
      {action !== undefined && <span className={styles.actions}>{action}</span>}
    </div>
  );
}
