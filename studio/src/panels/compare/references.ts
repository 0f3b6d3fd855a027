// The references of all panes: one where panes differ in integrator or step, one for each pane where their nets differ; none
// where the net is too large, and why.
import { engineCode, startWorker } from '@shell';
import { count } from '../../app/numbers';
import { t } from '../../text';
import { EngineClient } from '../../worker/client';
import type { Compare } from './compare';
import type { Pane } from './pane';
import { MOST_SPRINGS, Reference } from './reference';

export class References {
  /** A parameter was changed while the panes ran: the reference begins again with them. */
  stale = false;
  private all: Reference[] = [];
  private readonly compare: Compare;
  private readonly then: () => void;

  constructor(compare: Compare, then: () => void) {
    this.compare = compare;
    this.then = then;
  }

  /** Why there are no errors; empty where there are. */
  get why(): string {
    const { springCount } = this.compare.studio.info!;
    if (springCount > MOST_SPRINGS) return t.compare.errors.large(count(springCount), count(MOST_SPRINGS));
    if (this.stale) return t.compare.errors.changed;
    const failed = this.all.find(({ problem }) => problem !== '');
    return failed ? t.compare.errors.failed(failed.problem) : '';
  }

  /** As panes are now. */
  make(): void {
    const { compare } = this;
    const { by, panes, text, studio } = compare;
    this.close();
    this.stale = false;
    if (studio.info!.springCount > MOST_SPRINGS) return;
    const groups = by === 'integrator' || by === 'step' ? [[...panes]] : panes.map((pane) => [pane]);
    this.all = groups.map((group) => {
      const reference = new Reference(new EngineClient(startWorker(), engineCode()), group, this.then);
      reference.open(text, compare.operationsFor(group[0]!.settings));
      return reference;
    });
  }

  restart(): void {
    this.stale = false;
    for (const reference of this.all) reference.restart(this.compare.operationsFor((reference.panes[0] as Pane).settings));
  }

  /** Where the panes are now. */
  async sample(): Promise<void> {
    if (this.stale) return;
    await Promise.all(this.all.flatMap((reference) => reference.panes.map((pane) => reference.sample(pane).catch(() => undefined))));
  }

  close(): void {
    for (const reference of this.all) reference.close();
    this.all = [];
  }
}
