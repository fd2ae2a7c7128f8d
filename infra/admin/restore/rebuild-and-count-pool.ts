/** Starts threads that run tasks on a table, such as counting its objects. Each thread gets one task at a time. */

import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { ReportProgress } from '../progress.ts'
import type { RebuildAndCountTasks, TaskMessage, TaskName } from './rebuild-and-count-thread.ts'

const program = new URL('./rebuild-and-count-thread.ts', import.meta.url)

/** A thread uses one core. More threads than this would wait for each other. */
export const maxThreads = availableParallelism()

export class RebuildAndCountPool {
  readonly #tableName: string
  readonly #report: ReportProgress
  readonly #all: Worker[] = []
  readonly #idle: Worker[] = []

  constructor(tableName: string, report: ReportProgress) {
    this.#tableName = tableName
    this.#report = report
  }

  /** Runs a task in an idle thread, or in a new thread if all are busy. At most `maxThreads` tasks may run at once. */
  async run<Name extends TaskName>(
    name: Name,
    input: RebuildAndCountTasks[Name]['input'],
  ): Promise<RebuildAndCountTasks[Name]['result']> {
    const thread = this.#idle.pop() ?? this.#start()
    return (await this.#runIn(thread, { name, input })) as RebuildAndCountTasks[Name]['result']
  }

  #start(): Worker {
    const env = { ...process.env, TABLE_NAME: this.#tableName }
    /** The thread gets none of Node's options (`execArgv`), because these may be meant only for this process. */
    const thread = new Worker(program, { env, execArgv: [] })
    this.#all.push(thread)
    return thread
  }

  #runIn(thread: Worker, request: { name: TaskName; input: unknown }): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const onMessage = (message: TaskMessage) => {
      if ('progress' in message) return this.#report({ text: `${this.#tableName}: ${message.progress}` })
      this.#idle.push(thread)
      if ('fault' in message) reject(new Error(message.fault))
      else resolve(message.result)
    }
    const onExit = (code: number) => reject(new Error(`A thread of ${this.#tableName} ended with code ${code}.`))
    thread.on('message', onMessage).once('error', reject).once('exit', onExit)
    thread.postMessage(request)
    return promise.finally(() => thread.off('message', onMessage).off('error', reject).off('exit', onExit))
  }

  async stop(): Promise<void> {
    await Promise.all(this.#all.map(thread => thread.terminate()))
  }
}
