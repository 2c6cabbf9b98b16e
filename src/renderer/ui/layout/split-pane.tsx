import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import { pressedKey } from '#lib/keyboard/pressed-key.ts';
import { useMessages } from '#lib/use-messages.ts';
import { PartBoundary } from '../feedback/crash-boundary';
import styles from './split-pane.module.css';

interface SplitPaneProps {
  children: ReactNode;
  /** The side panel at the right; nothing hides it. */
  panel: ReactNode;
  panelLabel: string;
  /** Closes the panel, also one that couldn’t be shown. */
  onClose: () => void;
  width: number;
  /** Called with the new width when resizing ends. */
  onWidthChange: (width: number) => void;
  min?: number;
  max?: number;
}

const step = 16;
const minWidth = 280;
const maxWidth = 960;

/** Whether a value that was stored is a width of the panel, in pixels. */
export function isPanelWidth(value: unknown): value is number {
  return typeof value === 'number' && value >= minWidth && value <= maxWidth;
}

/** A main part and a side panel whose edge can be dragged, or moved with the arrow keys. */
export function SplitPane({ children, panel, panelLabel, onClose, width, onWidthChange, min = minWidth, max = maxWidth }: SplitPaneProps) {
  const [dragged, setDragged] = useState<number | null>(null);
  const shown = dragged ?? width;
  const hasPanel = panel !== null && panel !== undefined && panel !== false;
  return (
    <div className={styles.split}>
      <div className={styles.main}>{children}</div>
      {hasPanel && (
        <>
          <Separator width={shown} min={min} max={max} dragged={dragged} onDrag={setDragged} onWidthChange={onWidthChange} />
          <aside className={styles.panel} style={{ width: shown }} aria-label={panelLabel}>
            <PartBoundary onClose={onClose}>{panel}</PartBoundary>
          </aside>
        </>
      )}
    </div>
  );
}

interface SeparatorProps {
  width: number;
  min: number;
  max: number;
  dragged: number | null;
  onDrag: (width: number | null) => void;
  onWidthChange: (width: number) => void;
}

function Separator({ width, min, max, dragged, onDrag, onWidthChange }: SeparatorProps) {
  const { t } = useMessages();
  const limit = (wanted: number) => Math.round(Math.min(max, Math.max(min, wanted)));
  const down = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    onDrag(width);
  };
  const move = (event: PointerEvent<HTMLDivElement>) => {
    if (dragged === null) return;
    const edge = event.currentTarget.parentElement?.getBoundingClientRect().right ?? 0;
    onDrag(limit(edge - event.clientX));
  };
  const end = () => {
    if (dragged !== null) onWidthChange(dragged);
    onDrag(null);
  };
  const press = (event: KeyboardEvent) => {
    const wanted = { ArrowLeft: width + step, ArrowRight: width - step, Home: max, End: min }[pressedKey(event)];
    if (wanted === undefined) return;
    event.preventDefault();
    onWidthChange(limit(wanted));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr can’t be a focusable widget
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('ui.resize-panel')}
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      data-dragging={dragged === null ? undefined : ''}
      className={styles.separator}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={press}
    />
  );
}
