import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Environment } from '#contract/bridge/connection-choices.ts';
import { Button } from '../inputs/button';
import { ConfirmDialog } from '../overlays/confirm-dialog';
import { Card, CardRow } from './card';
import styles from './danger-section.module.css';
import { PageSection } from './page';

interface DangerSectionProps {
  /** Names the section, its button, and the button that confirms. */
  title: string;
  icon: LucideIcon;
  /** Consequence of the action. */
  children: ReactNode;
  disabledReason: string | undefined;
  /** The title of the confirm dialog. */
  question: string;
  consequence: string;
  environment: Environment | undefined;
  /** A text that must be typed first. */
  typeToConfirm?: string | undefined;
  /** What else to know before it is confirmed, in the dialog. */
  warning?: ReactNode;
  /** What can be chosen, after the text to type. */
  choice?: ReactNode;
  /** Why it can't be confirmed yet. */
  waitReason?: string | undefined;
  onOpenChange?: (isOpen: boolean) => void;
  /** Receives the typed text. */
  onConfirm: (typed: string) => Promise<void>;
}

/** A section of a page with one action that can't be undone and is confirmed first. */
export function DangerSection(props: DangerSectionProps) {
  const { title, icon, children, disabledReason, question, consequence, environment, typeToConfirm, onConfirm } = props;
  const { warning, choice, waitReason, onOpenChange } = props;
  const [isOpen, setOpen] = useState(false);
  const change = (next: boolean) => {
    setOpen(next);
    onOpenChange?.(next);
  };
  return (
    <PageSection title={title}>
      <Card>
        <CardRow className={styles.row}>
          <div className={styles.text}>{children}</div>
          <Button variant="danger" icon={icon} disabledReason={disabledReason} onClick={() => change(true)}>
            {title}
          </Button>
        </CardRow>
      </Card>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={change}
        title={question}
        consequence={consequence}
        confirmLabel={title}
        danger
        environment={environment}
        typeToConfirm={typeToConfirm}
        disabledReason={waitReason}
        proof={choice}
        onConfirm={onConfirm}
      >
        {warning}
      </ConfirmDialog>
    </PageSection>
  );
}
