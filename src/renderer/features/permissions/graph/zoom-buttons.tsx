import { useReactFlow, useViewport } from '@xyflow/react';
import { Maximize, Minus, Plus } from 'lucide-react';
import { useMessages } from '../../../lib/use-messages';
import { IconButton } from '../../../ui/inputs/icon-button';
import styles from './graph-view.module.css';

/** Zooms the graph, and shows all of it. */
export function ZoomButtons({ onZoom }: { onZoom: () => void }) {
  const { t, locale } = useMessages();
  const { zoomIn, zoomOut, fitView } = useReactFlow();
  const { zoom } = useViewport();
  const zoomWith = (change: () => Promise<boolean>) => () => {
    onZoom();
    void change();
  };
  const fitAll = () => fitView({ padding: 0.1, maxZoom: 1 });
  return (
    <span className={styles.zoom}>
      <IconButton size="sm" label={t('permissions.graph.zoom-out')} icon={Minus} onClick={zoomWith(zoomOut)} />
      <span className={styles.percent}>{new Intl.NumberFormat(locale, { style: 'percent' }).format(zoom)}</span>
      <IconButton size="sm" label={t('permissions.graph.zoom-in')} icon={Plus} onClick={zoomWith(zoomIn)} />
      <IconButton size="sm" label={t('permissions.graph.fit')} icon={Maximize} onClick={zoomWith(fitAll)} />
    </span>
  );
}
