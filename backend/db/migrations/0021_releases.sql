CREATE TABLE "release_deliveries" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"project_id" text COLLATE "C" NOT NULL,
	"origin" text NOT NULL,
	"delivery_id" text NOT NULL,
	"tag" text,
	"version" text,
	"state" text NOT NULL,
	"reason" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "release_sources" (
	"project_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"secret" text,
	"secret_at" timestamp (3) with time zone,
	"is_daily" boolean DEFAULT true NOT NULL,
	"looked_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "release_deliveries" ADD CONSTRAINT "release_deliveries_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_sources" ADD CONSTRAINT "release_sources_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "release_deliveries_by_sender" ON "release_deliveries" USING btree ("project_id","delivery_id");--> statement-breakpoint
CREATE INDEX "release_deliveries_by_time" ON "release_deliveries" USING btree ("project_id","received_at");--> statement-breakpoint
CREATE INDEX "projects_by_repository" ON "projects" USING btree (lower("repository_url")) WHERE "projects"."repository_url" IS NOT NULL;