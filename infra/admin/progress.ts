/** Shows the progress of a command on standard error, because standard output is only for the result. */

export interface Progress {
  /** A text such as `120 of 500 events sent`. */
  text: string
  /**
   * How to continue after an interruption. It remains valid until a later report has another one. It is printed if the
   * command is interrupted, and by some commands also after an error.
   */
  hint?: string
  /** True if `text` is always printed and remains. Other texts may be skipped, or replaced by a later one. */
  isFinal?: boolean
}

export type ReportProgress = (progress: Progress) => void

interface Output {
  isTTY?: boolean
  write: (text: string) => unknown
}

/** If the output is not a terminal, lines that are not final are written at least this many milliseconds apart. */
const interval = 10_000
const clearLine = '\r\u001b[K'

/**
 * In a terminal, the progress is one line that is updated. In a file, a new line is added at intervals. Lines in a file
 * also contain each new hint, because a command that is killed prints nothing at its end.
 */
export function createProgress(output: Output, now = Date.now) {
  let last: Progress | null = null
  let writtenAt = now()
  let writtenHint: string | undefined
  const lineOf = (progress: Progress) => {
    if (progress.isFinal || progress.hint === writtenHint) return progress.text
    writtenHint = progress.hint
    return progressSentences(progress)
  }
  const clear = () => output.isTTY && last && output.write(clearLine)
  const report: ReportProgress = progress => {
    if (output.isTTY) output.write(`${clearLine}${progress.text}${progress.isFinal ? '\n' : ''}`)
    last = { ...last, isFinal: false, ...progress }
    if (output.isTTY || (now() < writtenAt + interval && !progress.isFinal)) return
    writtenAt = now()
    output.write(`${lineOf(last)}\n`)
  }
  const interrupt = () => {
    clear()
    output.write(last ? `Interrupted: ${progressSentences(last)}\n` : 'Interrupted.\n')
  }
  return { report, clear, interrupt }
}

export const progressSentences = ({ text, hint }: Progress) => [`${text}.`, hint].filter(Boolean).join(' ')
