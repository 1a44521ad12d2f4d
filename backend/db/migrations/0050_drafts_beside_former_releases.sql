ALTER TABLE "kept_forms" ADD COLUMN "begun_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "uploaded_at" timestamp (3) with time zone;--> statement-breakpoint
-- Release 0.1.0 deletes a kept form a day after `created_at`, whatever its `expires_at`: so that it does so when the form expires, whichever
-- release has written it. In hours: a day of the time zone of the session may have 23.
CREATE FUNCTION keep_form_until_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.begun_at := coalesce(NEW.begun_at, NEW.created_at);
  NEW.created_at := greatest(NEW.begun_at, NEW.expires_at - interval '24 hours');
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER kept_forms_until_end BEFORE INSERT OR UPDATE ON kept_forms FOR EACH ROW EXECUTE FUNCTION keep_form_until_end();--> statement-breakpoint
UPDATE kept_forms SET begun_at = created_at;--> statement-breakpoint
-- It also deletes all but ten forms of an account when it keeps one, drafts as well. The transaction in which a form has come without
-- `updated_at`, which is its own time then, leaves the drafts and this form.
CREATE FUNCTION leave_drafts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM kept_forms added WHERE added.uid = OLD.uid AND added.kind IS NULL
    AND added.updated_at = now()::timestamptz(3) AND (OLD.kind IS NOT NULL OR added.id = OLD.id)) THEN RETURN NULL;
  END IF;
  RETURN OLD;
END $$;--> statement-breakpoint
CREATE TRIGGER kept_forms_leave_drafts BEFORE DELETE ON kept_forms FOR EACH ROW EXECUTE FUNCTION leave_drafts();--> statement-breakpoint
-- And it deletes a file that no project has a day after `created_at`: in the year 9999 while a draft names it. A file that another
-- transaction has locked is left for the next sweep of kept forms, so that a draft is never in the way of a publication.
CREATE FUNCTION keep_draft_files(ids text[]) RETURNS void LANGUAGE sql AS $$
  UPDATE files SET
    created_at = CASE WHEN judged.is_kept THEN timestamptz '9999-12-31 00:00:00+00' ELSE files.uploaded_at END,
    uploaded_at = CASE WHEN judged.is_kept THEN files.created_at END
  FROM (
    SELECT file.id, draft.is_kept FROM files file CROSS JOIN LATERAL (
      SELECT file.attached_at IS NULL AND EXISTS (
        SELECT FROM kept_forms form WHERE form.uid = file.owner_uid AND file.id = ANY(form.file_ids)) AS is_kept
    ) draft
    WHERE file.id = ANY(ids) AND draft.is_kept <> (file.uploaded_at IS NOT NULL)
    FOR NO KEY UPDATE OF file SKIP LOCKED
  ) judged
  WHERE files.id = judged.id
$$;--> statement-breakpoint
CREATE FUNCTION keep_files_of_form() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM keep_draft_files(OLD.file_ids || NEW.file_ids);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER kept_forms_keep_files AFTER INSERT OR UPDATE OR DELETE ON kept_forms FOR EACH ROW EXECUTE FUNCTION keep_files_of_form();
