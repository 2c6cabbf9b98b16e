import type { OutboxEmail } from '#contract/service/models/outbox-models.ts';
import { useFocusWhenClosed } from '#lib/return-focus.ts';
import { useIsNarrow } from '#lib/use-is-narrow.ts';
import { useMessages } from '#lib/use-messages.ts';
import { VirtualList } from '#ui/data/virtual-list.tsx';
import { ListBody } from '#ui/layout/list-frame.tsx';
import styles from '../email.module.css';
import { outboxColumns } from './outbox-columns';

/** Below this width in CSS pixels, the subjects would have too little room. */
const narrowList = 760;

const emailKey = ({ id }: OutboxEmail) => id;

interface OutboxListProps {
  connectionId: string;
  emails: readonly OutboxEmail[];
  /** Whether the details of an email are open. */
  isOpen: boolean;
  onOpen: (email: OutboxEmail) => void;
}

/** The emails of the outbox. */
export function OutboxList({ connectionId, emails, isOpen, onOpen }: OutboxListProps) {
  const messages = useMessages();
  const [isNarrow, measured] = useIsNarrow(narrowList);
  const place = useFocusWhenClosed(isOpen);
  return (
    <ListBody ref={measured}>
      <div ref={place} tabIndex={-1} className={styles.filled}>
        <VirtualList
          label={messages.t('email.outbox.list')}
          columns={outboxColumns({ connectionId, messages, isNarrow })}
          count={emails.length}
          itemAt={(index) => emails[index]}
          getKey={emailKey}
          rowHeight={52}
          onOpen={onOpen}
        />
      </div>
    </ListBody>
  );
}
