import type { DoctorCode } from '#lib/contract/operator.ts'

/** What a finding means for the operator. */
type Finding = {
  /** What happens if nothing is done. */
  ignored: string
  /** What `--fix` does about it, or what the operator does where it does nothing. */
  fix: string
  /** The alert of deploy/prometheus/alerts.yml. */
  alert: string
}

/** Every failure that the doctor finds. docs/operations.md has the same by alert. */
export const FINDINGS: Record<DoctorCode, Finding> = {
  web_unreachable: {
    ignored: 'Visitors see errors, unless a cache in front has the page.',
    fix: '--fix does nothing; start the web app, or name its address by HOST and PORT.',
    alert: 'KeystripUnreadable',
  },
  part_failing: {
    ignored:
      'Without database, files or migrations no page is made; without disk no upload is taken, without mail no account is made.',
    fix: '--fix does nothing; the log has the cause at level error.',
    alert: 'KeystripSubsystemFailing',
  },
  configuration: {
    ignored: 'The site runs with a default in place of what was meant.',
    fix: '--fix does nothing; correct the variable and restart.',
    alert: 'KeystripConfigurationDoubtful',
  },
  node_too_old: {
    ignored: 'Commands and processes end with errors of syntax or of missing functions.',
    fix: '--fix does nothing; run the command by npm, which brings its own Node.',
    alert: 'KeystripNodeTooOld',
  },
  secret_weak: {
    ignored:
      'Who guesses the secret can sign in as every account, or has every right of the operator.',
    fix: '--fix does nothing; set a random one. With another SESSION_SECRET all accounts sign in again.',
    alert: 'KeystripSecretWeak',
  },
  proxy_changes: {
    ignored:
      'Visitors cannot sign in or publish, pages of other sites can, or browsers refuse what the site sends.',
    fix: '--fix does nothing; configure the proxy by the lines of docs/deploy.md.',
    alert: 'KeystripProxyChanges',
  },
  clock_differs: {
    ignored: 'Sessions and codes end too early or too late, and pages are stored for too long.',
    fix: '--fix does nothing; let chrony or systemd-timesyncd set the clock of each machine.',
    alert: 'KeystripClockDiffers',
  },
  database_too_old: {
    ignored: 'A later release does not start on this server.',
    fix: '--fix does nothing; upgrade PostgreSQL, or copy the site to another server by npm run migrate.',
    alert: 'KeystripDatabaseTooOld',
  },
  migrations_differ: {
    ignored: 'Calls fail whose tables are missing or have changed.',
    fix: '--fix does nothing; start the newest release that has used this database.',
    alert: 'KeystripMigrationsDiffer',
  },
  file_missing: {
    ignored: 'Downloads of the file and pages of its contents fail.',
    fix: '--fix does nothing, as it has no copy; restore the object from a backup, or ask its author to upload it again.',
    alert: 'KeystripFileMissing',
  },
  file_has_other_size: {
    ignored: 'Downloads of the file are cut off or refused by applications.',
    fix: '--fix does nothing, as it has no copy; restore the object from a backup.',
    alert: 'KeystripFileSizeDiffers',
  },
  file_has_other_hash: {
    ignored:
      'Visitors get bytes that the author has not uploaded: a defect of the disk, or an intruder.',
    fix: '--fix does nothing, as it has no copy; restore the object from a backup, and find out what has written to it.',
    alert: 'KeystripFileChanged',
  },
  file_has_program: {
    ignored:
      'Visitors can download and run them; the files were published before such ones were refused.',
    fix: '--fix does nothing, as a published file never changes; look at the file, and hide the project if it is meant to be run.',
    alert: 'KeystripFileHasProgram',
  },
  object_unknown: {
    ignored: 'The objects take space; a sweep moves them to the trash later.',
    fix: '--fix moves them to the trash for seven days, unless there are so many that the database is probably the wrong one.',
    alert: 'KeystripObjectsUnknown',
  },
  drawings_missing: {
    ignored: 'The page of the project shows no icons.',
    fix: '--fix lets them be made again from the file, by a job.',
    alert: 'KeystripDrawingsMissing',
  },
  picture_missing: {
    ignored: 'One size of a picture is an error.',
    fix: '--fix forgets it, so that the next visitor has it made again.',
    alert: 'KeystripPicturesMissing',
  },
  counter_wrong: {
    ignored: 'A page shows fewer views, downloads or installations than were counted.',
    fix: '--fix raises the total to the sum of its days.',
    alert: 'KeystripCountersWrong',
  },
  not_indexed: {
    ignored: 'Search does not find the project.',
    fix: '--fix indexes it.',
    alert: 'KeystripProjectsNotIndexed',
  },
  indexed_for_nobody: {
    ignored: 'The entry takes space, and counts of results may be too high.',
    fix: '--fix removes the entry.',
    alert: 'KeystripIndexHasOthers',
  },
}
