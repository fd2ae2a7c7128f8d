import { expect, test } from 'vitest'
import { createProgress, type Progress } from '../../../infra/admin/progress.ts'

/** Reports progress four times, with four seconds between two reports. Returns what is written. */
function progressOn({ isTTY }: { isTTY: boolean }) {
  let written = ''
  let milliseconds = 0
  const output = {
    isTTY,
    write: (text: string) => {
      written += text
    },
  }
  const progress = createProgress(output, () => milliseconds)
  for (const count of [10, 20, 30, 40]) {
    milliseconds += 4000
    progress.report({ text: `${count} of 50 events sent`, hint: `Add --resume ${count}.` })
  }
  const reportLater = (later: Progress) => {
    milliseconds += 10_000
    progress.report(later)
  }
  return { ...progress, reportLater, written: () => written }
}

const shown = (count: number) => `\r\u001b[K${count} of 50 events sent`

test('a terminal shows one line that changes, and is cleared for the result', () => {
  const { clear, written } = progressOn({ isTTY: true })
  clear()
  expect(written()).toBe(`${[10, 20, 30, 40].map(shown).join('')}\r\u001b[K`)
})

test('a file gets a line every ten seconds, with how to continue if the process is killed', () => {
  const { clear, written } = progressOn({ isTTY: false })
  clear()
  expect(written()).toBe('30 of 50 events sent. Add --resume 30.\n')
})

test('a file gets advice on how to continue only when it changes', () => {
  const { reportLater, written } = progressOn({ isTTY: false })
  for (const text of ['order: 100 rebuilt', 'order: 200 rebuilt']) reportLater({ text })
  reportLater({ text: 'order: 300 rebuilt', hint: 'Add --resume 40.' })
  const [, ...lines] = written().split('\n')
  expect(lines).toEqual(['order: 100 rebuilt. Add --resume 40.', 'order: 200 rebuilt', 'order: 300 rebuilt', ''])
})

test('an interrupted command prints how far it is, and how to continue', () => {
  const { interrupt, written } = progressOn({ isTTY: false })
  interrupt()
  expect(written()).toMatch(/\nInterrupted: 40 of 50 events sent\. Add --resume 40\.\n$/)
})

test('an interrupted command prints the last advice, if later reports have none', () => {
  const { report, interrupt, written } = progressOn({ isTTY: true })
  report({ text: 'order: 100 rebuilt' })
  interrupt()
  expect(written()).toMatch(/Interrupted: order: 100 rebuilt\. Add --resume 40\.\n$/)
})

test('a command that is interrupted before it begins prints only that', () => {
  let written = ''
  createProgress({ write: text => (written += text) }).interrupt()
  expect(written).toBe('Interrupted.\n')
})

test('the last line of a part stays, in a terminal and in a file', () => {
  const finished = { text: 'orders: 50', isFinal: true }
  const terminal = progressOn({ isTTY: true })
  terminal.report(finished)
  terminal.clear()
  expect(terminal.written().endsWith('\r\u001b[Korders: 50\n\r\u001b[K')).toBe(true)
  const file = progressOn({ isTTY: false })
  file.report(finished)
  expect(file.written()).toBe('30 of 50 events sent. Add --resume 30.\norders: 50\n')
})
