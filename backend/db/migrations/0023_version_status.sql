DROP INDEX "projects_by_filter";--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "visibility" text DEFAULT 'listed' NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "deprecated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "deprecation_reason" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "successor_id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "versions" ADD COLUMN "channel" text DEFAULT 'stable' NOT NULL;--> statement-breakpoint
ALTER TABLE "versions" ADD COLUMN "publish_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "files_by_sha256" ON "files" USING btree ("sha256") WHERE "files"."purpose" = 'project';--> statement-breakpoint
CREATE INDEX "projects_by_successor" ON "projects" USING btree ("successor_id") WHERE "projects"."successor_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "versions_by_schedule" ON "versions" USING btree ("publish_at") WHERE "versions"."publish_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "projects_by_filter" ON "projects" USING btree ("kind","category","minimum_version_parts","operating_systems") WHERE "projects"."hidden_at" IS NULL AND "projects"."visibility" = 'listed';