-- contract: the new indexes begin with the columns of the old ones, and serve the statements of the release before.
CREATE INDEX CONCURRENTLY "files_by_bytes" ON "files" USING btree ("sha256","created_at") WHERE "files"."purpose" = 'project';--> statement-breakpoint
CREATE INDEX CONCURRENTLY "files_by_original_bytes" ON "files" USING btree ("original_sha256","created_at") WHERE "files"."original_sha256" IS NOT NULL;--> statement-breakpoint
DROP INDEX CONCURRENTLY "files_by_sha256";--> statement-breakpoint
DROP INDEX CONCURRENTLY "files_by_original_sha256";