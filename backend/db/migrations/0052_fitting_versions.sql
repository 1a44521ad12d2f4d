-- contract: the new index begins with the columns of the old one, and serves the statements of the release before.
ALTER TABLE "projects" ADD COLUMN "fitting_versions" jsonb;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "fitting_minimums" jsonb;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "fitting_state" text;--> statement-breakpoint
ALTER TABLE "search_documents" ADD COLUMN "fitting_minimums" jsonb;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "projects_by_needs" ON "projects" USING btree ("kind","category","minimum_version_parts","operating_systems","fitting_minimums") WHERE "projects"."hidden_at" IS NULL AND "projects"."visibility" = 'listed';--> statement-breakpoint
DROP INDEX CONCURRENTLY "projects_by_filter";
