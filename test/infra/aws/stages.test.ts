import { describe, expect, test } from 'vitest'
import { findStage } from '../../../infra/stages.ts'

describe('stages', () => {
  test.each(['dev', 'prod'])('%s is a stage', name => {
    expect(findStage(name).name).toBe(name)
  })

  test.each(['dev', 'prod'])(
    '%s keeps events for less than the 60 days in which a repeated download is recognized',
    name => {
      expect(findStage(name).eventArchiveDays).toBeLessThan(60)
    },
  )

  test.each(['production', '', 'toString', '__proto__'])(
    '%j is not a stage, and the error names the stages',
    name => {
      expect(() => findStage(name)).toThrow('infra/stages.ts defines: dev, prod.')
    },
  )
})
