import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useMessages } from '../../../lib/use-messages';
import { Callout } from '../../../ui/feedback/callout';
import { Button } from '../../../ui/inputs/button';
import steps from '../steps/steps.module.css';

/** Milliseconds that a person has to read what was done before the way goes on. */
const readingTime = 2000;

interface DoneNoticeProps {
  title: string;
  text?: string | undefined;
  /** Where the way goes on. */
  to: string;
}

/** Says what was done, then goes on by itself. */
export function DoneNotice({ title, text, to }: DoneNoticeProps) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const go = useRef(() => {});
  go.current = () => void navigate(to, { replace: true });
  useEffect(() => {
    const timer = setTimeout(() => go.current(), readingTime);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={steps.step} role="status">
      <Callout tone="good" title={title}>
        {text}
      </Callout>
      <Button className={steps.wide} onClick={() => go.current()}>
        {t('link.continue')}
      </Button>
    </div>
  );
}
