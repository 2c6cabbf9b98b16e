import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useMessages } from '#lib/use-messages.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { Button } from '#ui/inputs/button.tsx';
import steps from '../steps/steps.module.css';

/** Milliseconds to read the notice before the next screen opens. */
const readingTime = 2000;

interface DoneNoticeProps {
  title: string;
  text?: string | undefined;
  /** The next path. */
  to: string;
}

/** Reports what was done, then continues automatically. */
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
